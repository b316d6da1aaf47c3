from contextvars import ContextVar, Token

def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except (LookupError, RuntimeError, ValueError) as e:
        print(type(e).__name__)
    except TypeError as e:
        print(e)

user = ContextVar('user')
level = ContextVar('level', default=3)
print(user.name, level.get(), level.get(5), user.get('nobody'))
show(user.get)
token = user.set('ann')
print(user.get(), token.old_value is Token.MISSING, token.var is user)
inner = user.set('bob')
print(inner.old_value, user.get())
user.reset(inner)
print(user.get())
show(user.reset, inner)
show(level.reset, token)
user.reset(token)
show(user.get)
show(user.reset, 5)
show(ContextVar, 5)
show(ContextVar)
def count():
    level.set(level.get() + 1)
    return level.get()
print(count(), count(), level.get())
