x = (1 +  # one
     2
     # more

     + 3)
y = 1 + \
    2
if a \
   and b:
    pass
z = [
]
def f(a,
      b  # second
      =1):
    pass; pass
a; b; c;
if x: pass
if x: a; b; c;
while x: break
for x in y: continue
class A: x = 1; y = 2
def g(): return 1
try: a
except: b
else: c
finally: d
with a: b
if x:
	tab
	if y:
	        eight = 1
        # a comment in an odd column
	last
if x:
  # comment first
  y

  z
# end
