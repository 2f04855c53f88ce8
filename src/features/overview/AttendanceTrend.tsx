import { dayInWords } from '#shared/day-text.ts'
import { LinePlot } from '#ui/LinePlot.tsx'
import type { Week } from './api.ts'
import { attendanceRate, leastOf } from './attendance-rate.ts'

/** Attendance by week. The current week is a separate point, because its marks are incomplete. */
export function AttendanceTrend({ trend }: { trend: readonly Week[] }) {
  // Skip the weeks before the center started taking attendance.
  const first = trend.findIndex(({ marks }) => marks > 0)
  if (first < 0)
    return (
      <>
        <h2>Attendance by week</h2>
        <p className="quiet">No attendance taken in the last 12 weeks.</p>
      </>
    )
  const weeks = trend.slice(first)
  const rates = weeks.map(attendanceRate)
  const last = weeks.length - 1
  return (
    <LinePlot
      label="Attendance by week"
      head="Week of"
      points={weeks.map(({ week }, at) => (at === last ? 'This week' : dayInWords(week).slice(5)))}
      lines={[
        { name: 'Complete weeks', values: rates.map((each, at) => (at === last ? null : each)) },
        {
          name: 'This week so far',
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
