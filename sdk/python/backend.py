"""The build backend (PEP 517): pure Python needs no tool. Equal sources make equal bytes.

    python3 backend.py dist        # writes the wheel and the source archive
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME, VERSION = PROJECT["name"], PROJECT["version"]
INFO = f"{NAME}-{VERSION}.dist-info"


def _metadata() -> bytes:
    lines = [
        "Metadata-Version: 2.1", f"Name: {NAME}", f"Version: {VERSION}", f"Summary: {PROJECT['description']}",
        f"License: {PROJECT['license']['text']}", f"Requires-Python: {PROJECT['requires-python']}",
        *[f"Classifier: {c}" for c in PROJECT["classifiers"]], "Description-Content-Type: text/markdown",
    ]
    return ("\n".join(lines) + "\n\n" + (ROOT / PROJECT["readme"]).read_text(encoding="utf-8")).encode()


def _sources() -> list[Path]:
    return sorted(p for p in (ROOT / NAME).rglob("*") if p.suffix == ".py" or p.name == "py.typed")


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: str | None = None) -> str:
    files = {str(p.relative_to(ROOT).as_posix()): p.read_bytes() for p in _sources()}
    files[f"{INFO}/METADATA"] = _metadata()
    files[f"{INFO}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: platen\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{INFO}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = "".join(
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')},{len(data)}\n" for name, data in files.items()
    )
    files[f"{INFO}/RECORD"] = (record + f"{INFO}/RECORD,,\n").encode()
    name = f"{NAME}-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            wheel.writestr(entry, data)
    return name


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    base = f"{NAME}-{VERSION}"
    files = {str(p.relative_to(ROOT).as_posix()): p.read_bytes() for p in [*_sources(), *(ROOT / n for n in ("pyproject.toml", "backend.py", "README.md", "LICENSE"))]}
    files["PKG-INFO"] = _metadata()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, data in sorted(files.items()):
            entry = tarfile.TarInfo(f"{base}/{path}")
            entry.size, entry.mode = len(data), 0o644
            archive.addfile(entry, io.BytesIO(data))
    (Path(sdist_directory) / f"{base}.tar.gz").write_bytes(gzip.compress(packed.getvalue(), mtime=0))
    return f"{base}.tar.gz"


if __name__ == "__main__":
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    print(build_wheel(str(out)), build_sdist(str(out)), sep="\n")
