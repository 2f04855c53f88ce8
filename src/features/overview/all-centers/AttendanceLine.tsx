import { t } from '#shared/language.ts'
import { Sparkline } from '#ui/Sparkline.tsx'
import { attendanceRate, leastOf } from '../attendance-rate.ts'
import type { CenterLine } from './api.ts'

/** Returns the rates of all weeks except the last, which may be incomplete and so can't be compared. */
const ratesOf = ({ weeks }: CenterLine) => weeks.slice(0, -1).map(attendanceRate)

/** Attendance of a center by week, on the same scale as the other centers. */
export function AttendanceLine({ line, lines }: { line: CenterLine; lines: readonly CenterLine[] }) {
  const rates = ratesOf(line)
  const known = rates.filter((rate) => rate !== null)
  if (known.length === 0) return <span className="quiet">{t('No attendance')}</span>
  const words = rates.map((rate) => (rate === null ? t('none') : `${rate}%`)).join(', ')
  return (
    <Sparkline
      label={t('Attendance at {center} by week: {words}', { center: line._id, words })}
      values={rates}
      least={leastOf(lines.flatMap(ratesOf))}
      most={100}
    />
  )
}
