package pg

// Forget resets the time at which the database last responded.
func Forget(db *DB) { db.alive.last.Store(0) }
