package chromium

import (
	"fmt"
	"os"
)

// unprivileged is the id of the user and group that a browser runs as when this process is root. No other user has it,
// so code that escapes the sandbox owns only the browser's files and processes.
const unprivileged = 60999

// user is the user that a browser runs as: that of this process, or an unprivileged one if that is root.
type user struct {
	switched bool
	id       int
}

func browserUser() user {
	if os.Geteuid() == 0 {
		return user{switched: true, id: unprivileged}
	}
	return user{id: os.Geteuid()}
}

// own changes the owner of a file or directory to the user.
func (u user) own(path string) error {
	if !u.switched {
		return nil
	}
	if err := os.Lchown(path, u.id, u.id); err != nil {
		return fmt.Errorf("giving %s to the browser's user: %w", path, err)
	}
	return nil
}

// as describes the user in messages.
func (u user) as() string {
	if u.switched {
		return fmt.Sprintf(" as user %d, which must be able to read it", u.id)
	}
	return ""
}
