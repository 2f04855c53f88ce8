import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { t } from '#shared/language.ts'
import { Page } from '#ui/Page.tsx'
import { may, useMe } from '#web/session.tsx'
import { PersonRecord } from './PersonRecord.tsx'
import { MyRequests } from './requests/MyRequests.tsx'
import style from './UserPage.module.css'

const page = getRouteApi('/staff/users/$userId')

/** `/users/{userId}` (spec §2): the profile of a staff member. Admins can open anyone's. */
export function UserPage() {
  const { userId } = page.useParams()
  const me = useMe()
  return (
    <Page width="medium">
      {may(me, 'users.list') && me._id !== userId && (
        <Link to="/users" className={`${style.back} inline-row middle target no-underline`}>
          <ChevronLeft size={18} aria-hidden /> {t('Accounts')}
        </Link>
      )}
      {me._id === userId && <MyRequests />}
      <PersonRecord key={userId} userId={userId} />
    </Page>
  )
}
