import { getRouteApi } from '@tanstack/react-router'
import { PersonRecord } from './PersonRecord.tsx'
import style from './ProfilePage.module.css'

const page = getRouteApi('/family/profile/$userId')

/** `/profile/{userId}` (spec §2): the profile of students and parents. */
export function ProfilePage() {
  const { userId } = page.useParams()
  return (
    <div className={style.page}>
      <PersonRecord key={userId} userId={userId} />
    </div>
  )
}
