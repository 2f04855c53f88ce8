import { getRouteApi } from '@tanstack/react-router'
import { PageDay } from '#features/attendance/AttendancePage.tsx'
import { Roll } from '#features/attendance/Roll.tsx'
import { LiveTiles } from '#features/classroom/LiveTiles.tsx'

const classPage = getRouteApi('/staff/centers/$centerId/attendance/$classId')

/** Page `/centers/{centerId}/attendance/{classId}`: the roll of a class and, today, its live view. */
export function ClassRollPage() {
  const { centerId, classId } = classPage.useParams()
  const { on: asked } = classPage.useSearch()
  const live = (
    <LiveTiles classId={classId} root={`/centers/${encodeURIComponent(centerId)}/attendance/${classId}`} />
  )
  return (
    <PageDay centerId={centerId} requestedDay={asked}>
      {(on) => <Roll key={`${classId} ${on}`} centerId={centerId} classId={classId} on={on} live={live} />}
    </PageDay>
  )
}
