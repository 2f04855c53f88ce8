import { dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { LinePlot } from '#ui/LinePlot.tsx'
import type { Week } from './api.ts'
import { attendanceRate, leastOf } from './attendance-rate.ts'

/** Attendance by week. The current week is a separate point, because its marks are incomplete. */
export function AttendanceTrend({ trend }: { trend: readonly Week[] }) {
  // Skips the weeks before attendance was first taken.
  const first = trend.findIndex(({ marks }) => marks > 0)
  if (first < 0)
    return (
      <>
        <h2>{t('Attendance by week')}</h2>
        <p className="quiet">{t('No attendance taken in the last 12 weeks.')}</p>
      </>
    )
  const weeks = trend.slice(first)
  const rates = weeks.map(attendanceRate)
  const last = weeks.length - 1
  return (
    <LinePlot
      label={t('Attendance by week')}
      head={t('Week of')}
      points={weeks.map(({ week }, at) => (at === last ? t('This week') : dayInWords(week).slice(5)))}
      lines={[
        { name: t('Complete weeks'), values: rates.map((each, at) => (at === last ? null : each)) },
        {
          name: t('This week so far'),
          tone: 'info',
          values: rates.map((each, at) => (at === last ? each : null)),
        },
      ]}
      least={leastOf(rates)}
      most={100}
      unit="%"
    />
  )
}
