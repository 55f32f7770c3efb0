from __future__ import annotations

import base64
import hashlib
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]


class Package(unittest.TestCase):
    def test_the_wheel_is_complete_and_the_same_each_time(self) -> None:
        with tempfile.TemporaryDirectory() as dir:
            for name in ("a", "b"):
                subprocess.run([sys.executable, "-B", str(HERE / "backend.py"), str(Path(dir) / name)], check=True, stdout=subprocess.DEVNULL)
            wheel, again = next((Path(dir) / "a").glob("*.whl")), next((Path(dir) / "b").glob("*.whl"))
            self.assertEqual(wheel.read_bytes(), again.read_bytes())
            with zipfile.ZipFile(wheel) as z:
                names = z.namelist()
                record = z.read(next(n for n in names if n.endswith("/RECORD"))).decode().splitlines()
                self.assertEqual([line.split(",")[0] for line in record], names)
                for line in record[:-1]:
                    name, digest, size = line.split(",")
                    data = z.read(name)
                    self.assertEqual((digest, size), ("sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("="), str(len(data))))
            self.assertTrue({"platen/__init__.py", "platen/py.typed", "platen/v1/rendering.py"} <= set(names))
            self.assertFalse([n for n in names if "test" in n or "__pycache__" in n])
            # Isolated: neither this folder nor installed packages are on the path.
            script = f"import sys; sys.path.insert(0, {str(wheel)!r}); import platen; print(platen.__file__, platen.__version__)"
            out = subprocess.run([sys.executable, "-I", "-S", "-c", script], check=True, capture_output=True, text=True).stdout
            self.assertIn(str(wheel), out)
            self.assertIn(wheel.name.split("-")[1], out)
            with tarfile.open(next((Path(dir) / "a").glob("*.tar.gz"))) as archive:
                self.assertIn("platen-0.1.0/backend.py", archive.getnames())
