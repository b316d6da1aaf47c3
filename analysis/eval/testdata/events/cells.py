def build(item):
    def picked():
        return item
    def own(z):
        w = 3
        def i():
            return z, w
        return i()
    picked()
    own(1)
    g = (item + y for y in [1])
    list(g)
    def gen():
        yield item
    list(gen())
    def later():
        return later
    [item for y in [1]]
    later()
    lam = lambda: item
    lam()
    class K:
        a = item
build(2)
