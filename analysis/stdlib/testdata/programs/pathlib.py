import os, os.path as osp
from os.path import join
from pathlib import Path, PurePath, PurePosixPath, PosixPath
def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        print(type(e).__name__, '|', e)
    else:
        print('no error', r)
for p in ['/a/b/c.txt', 'a/b', '', '/', '//x', '///x', 'a//b/', '.bashrc', 'a.tar.gz', 'a/.x', 'a/..', '/..', 'a/./b/../c', '...', 'x.', 'dir.d/file']:
    print(repr(p), osp.basename(p), osp.dirname(p), osp.split(p), osp.splitext(p), osp.isabs(p), osp.normpath(p))
print(join('a', 'b'), join('a/', 'b'), join('a', '/b'), join('', 'b'), join('a', ''), join('/', 'b', 'c'), os.sep, os.linesep == '\n', os.name)
err(lambda: join('a', 5)); err(lambda: join(5)); err(lambda: osp.basename(5)); err(lambda: osp.commonpath([]))
print(osp.commonprefix(['abc', 'abd']), osp.commonpath(['/a/b/c', '/a/b/d']), osp.commonpath(['a/b', 'a']), osp.relpath('/a/b', '/a/c/d'), osp.relpath('a/b', 'a'), osp.abspath('/a/../b'), osp.normcase('A'))
err(lambda: osp.commonpath(['/a', 'b']))
p = Path('a/b/c.tar.gz')
print(p, repr(p), p.name, p.stem, p.suffix, p.suffixes, p.parent, p.parts, p.parent.parent, list(p.parents), p.is_absolute(), p / 'd', 'x' / p, p.with_name('q.py'), p.with_suffix('.zip'), p.with_suffix(''), p.with_stem('z'), p.joinpath('x', '/y', 'z'))
for s in ['/', '', '.', '..', '/a', 'a/', '//a', '///a', 'a/./b', 'a/../b', '.hid', 'x.', 'a.b.', '..x']:
    q = PurePosixPath(s); print(repr(s), str(q), q.parts, q.name, q.suffix, q.stem, q.suffixes, q.root, q.anchor, q.parent)
print(Path('a') == Path('a'), Path('a') == PurePosixPath('a'), Path('a') < Path('b'), sorted([Path('b'), Path('a/z'), Path('a')]), {Path('a'): 1}[Path('a')], Path('a', 'b', 'c'), Path(Path('x'), 'y'), Path(), type(Path('.')), isinstance(p, PurePath), isinstance(p, os.PathLike), os.fspath(p), f'{p}', Path('a') == 'a')
print(Path('/a/b/c').relative_to('/a'), Path('/a/b').is_relative_to('/x'), Path('/a/b').is_relative_to('/a'), Path('a/b.py').match('*.py'), Path('a/b.py').match('a/*.py'), Path('a/b.py').match('/a/*.py'), Path('/x/y').as_uri(), Path('/a').as_posix())
err(lambda: Path('/a').relative_to('/b')); err(lambda: Path('a').relative_to()); err(lambda: Path('/').with_name('x')); err(lambda: Path('a').with_name('x/y')); err(lambda: Path('a').with_suffix('x')); err(lambda: Path(5)); err(lambda: Path('a') / 5); err(lambda: 5 / Path('a')); err(lambda: Path('a').as_uri()); err(lambda: Path('') .with_suffix('.x'))
print(hash(Path('a')) == hash(Path('a')), join(Path('a'), 'b'), len(Path('a/b').parents), Path('a/b/c').parents[1])
print(repr(PurePath('q')), PosixPath('/z'), Path.__mro__)
