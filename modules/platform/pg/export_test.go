package pg

// Forget makes the database forget when it last responded.
func Forget(db *DB) { db.alive.last.Store(0) }
