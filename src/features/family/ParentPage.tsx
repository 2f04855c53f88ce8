import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { MyRequests } from '#features/accounts/requests/MyRequests.tsx'
import { plain } from '#shared/text.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { InstallHint } from '#web/shell/InstallHint.tsx'
import { sentenceFor } from '#web/snack.tsx'
import { useTitle } from '#web/title.ts'
import { AbsenceButton } from './absences/AbsenceButton.tsx'
import { family, type Child } from './api.ts'
import { ChildFacts, ChildHead } from './ChildGlance.tsx'
import style from './Family.module.css'

/** A parent's home: every child as a card, the answer first. */
export function ParentPage() {
  const { data, error, refetch, isFetching } = useQuery(read(family.children, {}))
  useTitle('Dashboard')
  return (
    <div className={style.page}>
      <h1>Your children</h1>
      <MyRequests onAccepted={() => void refetch()} />
      {!data && error && (
        <ErrorState title="Your children can’t be shown." message={sentenceFor(error)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton label="Loading your children" lines={2} height="12rem" />}
      {data?.length === 0 && (
        <EmptyState icon={<UsersRound aria-hidden />} title="No child here yet">
          Ask your centre to connect your account with your child. It appears here by itself.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <ul className={style.cards}>
          {data.map((child) => (
            <ChildCard key={child._id} child={child} />
          ))}
        </ul>
      )}
      <InstallHint />
    </div>
  )
}

function ChildCard({ child }: { child: Child }) {
  useLive(`student:${child._id}`, ['work', 'attendance', 'schedule'], [family.children])
  const { _id: childId, firstName, nextClass } = child
  return (
    <li className={style.card}>
      {/* The link is as large as the card; what can be pressed lies above it. */}
      <Link to="/parent/students/$studentId" params={{ studentId: childId }} className={style.open}>
        <ChildHead child={child} heading="h2" />
      </Link>
      <ChildFacts child={child} />
      {nextClass && <AbsenceButton childId={childId} name={plain(firstName)} coming={nextClass} />}
    </li>
  )
}
