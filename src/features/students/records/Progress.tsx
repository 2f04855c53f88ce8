import { useQuery } from '@tanstack/react-query'
import { Part } from '#features/students/Part.tsx'
import { dayInWords } from '#shared/days.ts'
import { LinePlot } from '#ui/LinePlot.tsx'
import { read } from '#web/api.ts'
import { records, type PaperTest } from './api.ts'
import { progress } from './rules.ts'
import style from './Records.module.css'

/** Scores of tests and of the latest homework over time; a plot needs two days. */
export function Progress({ tests, ...whose }: { centerId: string; studentId: string; tests: readonly PaperTest[] }) {
  const { data } = useQuery(read(records.activities, { ...whose, type: 'homework' }))
  if (!data) return null
  const homework = data.activities.flatMap((each) => (each.type === 'homework' ? [{ day: each.date, score: each.score }] : []))
  const points = progress({ tests, homework })
  if (points.length < 2) return null
  return (
    <Part title="Progress">
      <div className={style.inside}>
        <LinePlot
          label="Scores of tests (first try) and homework, by day"
          head="Day"
          points={points.map(({ day }) => dayInWords(day).replace(/^\w+, /, ''))}
          lines={[
            { name: 'Tests', values: points.map((each) => each.tests), bridged: true },
            { name: 'Homework', values: points.map((each) => each.homework), bridged: true },
          ]}
          most={100}
          unit="%"
        />
      </div>
    </Part>
  )
}
