import Sqlite from 'better-sqlite3'

/** How many commits of one row a second the disk takes, durably: the ceiling of every write here. */
export function commitsPerSecond(file: string, seconds: number): number {
  const db = new Sqlite(file)
  try {
    db.pragma('journal_mode = wal')
    db.pragma('synchronous = full')
    db.exec('create table if not exists rows (id integer primary key, text text)')
    const insert = db.prepare('insert into rows (text) values (?)')
    const start = performance.now()
    let commits = 0
    while (performance.now() - start < seconds * 1000) {
      insert.run('one row, one commit')
      commits++
    }
    return (commits * 1000) / (performance.now() - start)
  } finally {
    db.close()
  }
}
