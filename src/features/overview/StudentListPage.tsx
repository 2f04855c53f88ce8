import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { classes } from '#features/schedule/classes/api.ts'
import { credits } from '#features/schedule/credits/api.ts'
import { StudentsPage } from '#features/students/StudentsPage.tsx'
import { clock, shortWeekday } from '#shared/day-text.ts'
import { read } from '#web/api.ts'
import { later } from '#web/later.tsx'

const EnrollSheet = later(() =>
  import('#features/schedule/places/EnrollSheet.tsx').then((part) => part.EnrollSheet),
)

const page = getRouteApi('/staff/centers/$centerId/students')

/** Students of a center, with the parts of the page that the schedule feature provides. */
export function StudentListPage() {
  const { centerId } = page.useParams()
  const { data = [] } = useQuery(read(classes.list, { centerId }))
  const options = data.map(({ id, name, day, time }) => ({
    value: id,
    label: `${name} · ${shortWeekday(day)} ${clock(time)}`,
  }))
  return <StudentsPage EnrollSheet={EnrollSheet} creditsFile={credits.file} classes={options} />
}
