package chromium

import (
	"fmt"
	"os"
)

// unprivileged is the number of the user and group a browser runs as when this
// process is root. No other user has it, so code that escapes the sandbox owns no
// file and no process but the browser's.
const unprivileged = 60999

// user is whom a browser runs as: this process's own user, or another when that is root.
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

// own gives a file or folder to the user.
func (u user) own(path string) error {
	if !u.switched {
		return nil
	}
	if err := os.Lchown(path, u.id, u.id); err != nil {
		return fmt.Errorf("giving %s to the browser's user: %w", path, err)
	}
	return nil
}

// as names the user in messages.
func (u user) as() string {
	if u.switched {
		return fmt.Sprintf(" as user %d, which must be able to read it", u.id)
	}
	return ""
}
