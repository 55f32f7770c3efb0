//go:build unix

package cluster

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// owner is the user PostgreSQL runs as: that of this process, or another one when that is root.
type owner struct {
	switched bool
	uid, gid int
	name     string
}

func findOwner() (*owner, error) {
	if os.Geteuid() != 0 {
		return &owner{uid: os.Geteuid(), gid: os.Getegid()}, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.Atoi(u.Uid)
		gid, err2 := strconv.Atoi(u.Gid)
		if err1 == nil && err2 == nil && uid != 0 {
			return &owner{switched: true, uid: uid, gid: gid, name: name}, nil
		}
	}
	return nil, errors.New("PostgreSQL refuses to run as root and there is no unprivileged user to run it as; run the service as another user or set PLATEN_DATABASE_URL")
}

// relocated is the parent of clusters whose configured folder the owner cannot access, such as one below /root.
const relocated = "/var/lib/platen"

// prepare creates dir and returns it, or the folder used instead when the owner cannot access it.
func (o *owner) prepare(dir string) (string, error) {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return "", fmt.Errorf("making the data folder: %w", err)
	}
	if o.switched && !o.reaches(filepath.Dir(dir)) {
		var err error
		if dir, err = relocate(dir); err != nil {
			return "", fmt.Errorf("making a database folder that the user %s may enter: %w", o.name, err)
		}
	}
	if err := o.mkdir(dir); err != nil {
		return "", fmt.Errorf("making the database folder: %w", err)
	}
	return dir, nil
}

// relocate returns the folder used instead of dir. Its name is random and recorded beside dir, so that a data
// folder which is deleted and created again begins with an empty database.
func relocate(dir string) (string, error) {
	if err := os.MkdirAll(relocated, 0o755); err != nil {
		return "", err
	}
	note := dir + ".location"
	for {
		if content, err := os.ReadFile(note); err == nil {
			return strings.TrimSpace(string(content)), nil
		}
		var id [8]byte
		if _, err := rand.Read(id[:]); err != nil {
			return "", err
		}
		f, err := os.CreateTemp(filepath.Dir(note), ".location-*")
		if err != nil {
			return "", err
		}
		_, err = f.WriteString(filepath.Join(relocated, hex.EncodeToString(id[:])) + "\n")
		err = errors.Join(err, f.Close())
		if err == nil {
			// Of two processes that start concurrently one wins, and both read what it wrote.
			err = os.Link(f.Name(), note)
		}
		_ = os.Remove(f.Name())
		if err != nil && !errors.Is(err, os.ErrExist) {
			return "", err
		}
	}
}

// reaches reports whether every existing folder on the way to dir may be entered by the owner.
func (o *owner) reaches(dir string) bool {
	for ; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err == nil {
			st, ok := info.Sys().(*syscall.Stat_t)
			if !ok {
				return false
			}
			enter := info.Mode().Perm()&0o001 != 0 ||
				(int(st.Uid) == o.uid && info.Mode().Perm()&0o100 != 0) ||
				(int(st.Gid) == o.gid && info.Mode().Perm()&0o010 != 0)
			if !enter {
				return false
			}
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}

// mkdir creates dir, private to the owner. An existing folder of another user is rejected, so that no other
// user can prepare a socket folder in a shared location.
func (o *owner) mkdir(dir string) error {
	err := os.Mkdir(dir, 0o700)
	if err == nil {
		if o.switched {
			return os.Lchown(dir, o.uid, o.gid)
		}
		return nil
	}
	if !errors.Is(err, os.ErrExist) {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !info.IsDir() || !ok || int(st.Uid) != o.uid {
		return fmt.Errorf("%s exists and is not a folder of user %d; was the service first started as another user?", dir, o.uid)
	}
	return nil
}

// apply makes cmd run as the owner, in a folder that the owner can access, in a session of its own so that a
// Ctrl-C at the terminal reaches the service and not its database.
func (o *owner) apply(cmd *exec.Cmd, dir string) {
	cmd.Dir = dir
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "HOME=" + dir}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if o.switched {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(o.uid), Gid: uint32(o.gid)}
	}
}
