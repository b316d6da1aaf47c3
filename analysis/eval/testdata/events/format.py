def build(item):
    def picked():
        return "got %r" % (item,)
    def q():
        return f"got {item}"
    def r():
        return item % 3
    def u(a):
        return "got %r" % (a,)
    picked()
    q()
    r()
    u(3)
build(3)
