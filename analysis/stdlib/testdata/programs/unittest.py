import unittest
def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        print(type(e).__name__, '|', e)
    else:
        print('no error', r)
class T(unittest.TestCase):
    def setUp(self): self.x = 1
    def test_a(self): self.assertEqual(self.x, 1)
    @unittest.skip('why')
    def test_s(self): pass
t = T('test_a'); t.setUp(); t.test_a(); err(t.test_s)
for f in [lambda: t.assertEqual(1, 2), lambda: t.assertEqual(1, 2, 'msg'), lambda: t.assertEqual(1, 1.0), lambda: t.assertNotEqual(1, 1), lambda: t.assertTrue(0), lambda: t.assertTrue([1]), lambda: t.assertFalse('x', 'hm'), lambda: t.assertIs(None, 1), lambda: t.assertIsNot(None, None), lambda: t.assertIsNone(5), lambda: t.assertIsNotNone(None), lambda: t.assertIn(1, [2]), lambda: t.assertIn(1, [1]), lambda: t.assertNotIn(1, [1]), lambda: t.assertIsInstance(1, str), lambda: t.assertNotIsInstance(1, int), lambda: t.assertLess(2, 1), lambda: t.assertGreaterEqual(1, 2), lambda: t.assertGreater(2, 1), lambda: t.assertAlmostEqual(1, 1.00000001), lambda: t.assertAlmostEqual(1, 1.1, places=0), lambda: t.assertAlmostEqual(1, 1.1, delta=0.2), lambda: t.assertRaises(ValueError, int, 'x'), lambda: t.assertRaises(ValueError, int, '1'), lambda: t.assertRaises(KeyError, int, 'x'), lambda: t.fail('no'), lambda: t.fail(), lambda: t.skipTest('s'), lambda: t.assertCountEqual([1, 2, 2], [2, 1, 2]), lambda: t.assertListEqual([1], [1]), lambda: t.assertDictEqual({}, {}), lambda: t.assertSetEqual({1}, {1}), lambda: t.assertRegex('abc', 'b'), lambda: t.assertRaisesRegex(ValueError, 'invalid', int, 'x')]:
    err(f)
with t.assertRaises(ZeroDivisionError) as cm: 1/0
print(repr(cm.exception))
def f():
    with t.assertRaises(KeyError): pass
err(f)
def f():
    with t.assertRaises(KeyError): 1/0
err(f)
def f():
    with t.assertRaises((KeyError, ValueError)): int('z')
err(f)
with t.subTest(i=1): t.assertEqual(1, 1)
for bad in [lambda: t.assertEqual([1], [2]), lambda: t.assertEqual('a', 'b'), lambda: t.assertCountEqual([1], [2]), lambda: t.assertDictEqual({}, {1: 2})]:
    try: bad()
    except AssertionError as e: print('failed')
