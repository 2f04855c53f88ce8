import { getRouteApi } from '@tanstack/react-router'
import { Page } from '#ui/Page.tsx'
import { PersonRecord } from './PersonRecord.tsx'

const page = getRouteApi('/family/profile/$userId')

/** `/profile/{userId}` (spec §2): the profile of students and parents. */
export function ProfilePage() {
  const { userId } = page.useParams()
  return (
    <Page width="narrow" centered padded>
      <PersonRecord key={userId} userId={userId} />
    </Page>
  )
}
