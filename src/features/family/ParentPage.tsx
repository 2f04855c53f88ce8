import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { MyRequests } from '#features/accounts/requests/MyRequests.tsx'
import { InvoicesLink } from '#features/billing/InvoicesLink.tsx'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { InstallHint } from '#web/shell/InstallHint.tsx'
import { useTitle } from '#web/title.ts'
import { AbsenceButton } from './absences/AbsenceButton.tsx'
import { family, type Child } from './api.ts'
import { ChildFacts, ChildHead } from './ChildGlance.tsx'
import style from './Family.module.css'
import { makeups } from './makeups/api.ts'
import { MakeUpsToBook } from './makeups/MakeUpsToBook.tsx'
import { TextMessagesPart } from './texts/TextMessagesPart.tsx'
import { NotificationsPart } from './push/NotificationsPart.tsx'
import { MailChoices } from './subscriptions/MailChoices.tsx'

/** A parent's home page with a card for each child. */
export function ParentPage() {
  const { data, error, refetch, isFetching } = useQuery(read(family.children, {}))
  useTitle(t('Dashboard'))
  return (
    <Page width="medium" centered padded>
      <h1>{t('Your children')}</h1>
      <MyRequests onAccepted={() => void refetch()} />
      <MakeUpsToBook />
      {!data && (
        <QueryState query={{ error, isFetching, refetch }} of={t('your children')} lines={2} height="12rem" />
      )}
      {data?.length === 0 && (
        <EmptyState icon={<UsersRound aria-hidden />} title={t('No children yet')}>
          {t('Ask your center to add your child to your account. Your child will then appear here.')}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <ul className={`${style.cards} grid gap-4`}>
          {data.map((child) => (
            <ChildCard key={child._id} child={child} />
          ))}
        </ul>
      )}
      <InvoicesLink />
      <MailChoices />
      <NotificationsPart />
      <TextMessagesPart />
      <InstallHint />
    </Page>
  )
}

function ChildCard({ child }: { child: Child }) {
  useLive(`student:${child._id}`, ['work', 'attendance', 'schedule'], [family.children, makeups.list])
  const { _id: childId, firstName, nextClass } = child
  return (
    <li className={`${style.card} grid column gap-4 pad-5 surface ink`}>
      {/* The link covers the whole card; buttons are on top of it. */}
      <Link to="/parent/students/$studentId" params={{ studentId: childId }} className={style.open}>
        <ChildHead child={child} heading="h2" />
      </Link>
      <ChildFacts child={child} />
      {nextClass && <AbsenceButton childId={childId} name={firstName} coming={nextClass} />}
    </li>
  )
}
