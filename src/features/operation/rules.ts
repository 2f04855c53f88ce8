/**
 * A backup file and its time. `good` is true if no problem is known, `tried` if the backup was verified
 * (false for files found in the folder), and `upgrade` if it was made before an upgrade.
 */
type BackupFile = { file: string; madeAt: Date; good: boolean; tried: boolean; upgrade: boolean }

const hour = 3_600_000
const day = 24 * hour
/** Functions that return the day, the week (starting on Monday) and the month of a moment, in UTC. */
const spans = {
  day: (at: Date) => String(Math.floor(at.getTime() / day)),
  // January 1, 1970, was a Thursday.
  week: (at: Date) => String(Math.floor((at.getTime() / day + 3) / 7)),
  month: (at: Date) => at.toISOString().slice(0, 7),
}
const kept = [
  { span: spans.day, most: 7 },
  { span: spans.week, most: 4 },
  { span: spans.month, most: 6 },
]

/**
 * Returns the files to keep (reliability §c, Backup): the newest verified backup, or else the newest good
 * one, for each of the last 7 days, 4 weeks and 6 months that have any. Also keeps everything from the last
 * 24 hours, backups from before an upgrade for a month, and failed ones for a week, so that the cause can be
 * found. At least one good backup is always kept, however old.
 */
export function stays(all: readonly BackupFile[], now: Date): Set<string> {
  const newestFirst = all.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
  // Files dated in the future come from a wrong clock and must not displace others.
  const good = newestFirst.filter((each) => each.good && each.madeAt.getTime() - now.getTime() < hour)
  const younger = (age: number) => (each: BackupFile) => now.getTime() - each.madeAt.getTime() < age
  const chosen = kept.flatMap(({ span, most }) => {
    const alike = [...Map.groupBy(good, ({ madeAt }) => span(madeAt)).values()]
    return alike.slice(0, most).flatMap((each) => each.find(({ tried }) => tried) ?? each.slice(0, 1))
  })
  const recent = newestFirst.filter(younger(day))
  const bad = newestFirst.filter((each) => !each.good && younger(7 * day)(each))
  const upgrades = good.filter((each) => each.upgrade && younger(30 * day)(each))
  return new Set([...chosen, ...recent, ...upgrades, ...bad].map(({ file }) => file))
}

/** Local hour at which nobody works at the centers and clocks don't change. */
const quietHour = 3

type Moment = { now: Date; hourThere: number; last: Date | null; every: number }

/**
 * Returns true if the next backup or check is due; called every hour. Intervals under 24 hours are counted
 * from the last backup or check. Daily backups and checks are due at night, or as soon as the machine is
 * running again if a night was missed.
 */
export function isDue({ now, hourThere, last, every }: Moment) {
  if (!last) return true
  const age = (now.getTime() - last.getTime()) / hour
  if (every < 24) return age >= every - 0.5
  return age >= 26 || (age >= 12 && hourThere === quietHour)
}

type BackupWatch = { now: Date; last: Date | null; every: number; upSeconds: number }

/**
 * Returns true if there is no recent good backup although the product has run long enough to make one. A
 * backup process that is killed or never starts can't report this itself.
 */
export const isBackupOverdue = ({ now, last, every, upSeconds }: BackupWatch) =>
  upSeconds >= 4 * 3600 && (!last || now.getTime() - last.getTime() >= (every + 6) * hour)

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Formats a size such as `1.2 MB`, with decimal units. */
export function sizeInWords(bytes: number) {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const number = bytes / 1000 ** step
  return `${number >= 10 || step === 0 ? Math.round(number) : number.toFixed(1)} ${units[step]}`
}

/** Formats a duration: `0.4 s`, `12 s`, `3 min`. */
export function timeInWords(ms: number) {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  return ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`
}
