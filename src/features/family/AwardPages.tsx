import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { practice } from '#features/practice/api.ts'
import { asParent, asStudent, homeLink } from '#features/practice/question-ref.ts'
import { Certificate } from '#features/students/awards/Certificate.tsx'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useTitle } from '#web/title.ts'
import { family, type FamilyAward } from './api.ts'
import style from './ChildReport.module.css'

const ownPage = getRouteApi('/family/student/awards/$awardId')
const childsPage = getRouteApi('/family/parent/students/$studentId/awards/$awardId')

/** The student's own award as a printable certificate. */
export function OwnAwardPage() {
  const { awardId } = ownPage.useParams()
  const me = useQuery(read(practice.self, {}))
  const kept = useQuery(read(family.self, {}))
  const name = me.data && fullName(me.data)
  const retry = () => void Promise.all([me.refetch(), kept.refetch()])
  return (
    <Award
      id={awardId}
      childId={null}
      name={name}
      awards={kept.data?.awards}
      error={me.error ?? kept.error}
      onRetry={retry}
    />
  )
}

/** A child's award as a printable certificate. */
export function ChildAwardPage() {
  const { studentId, awardId } = childsPage.useParams()
  const { data, error, refetch } = useQuery(read(family.child, { id: studentId }))
  return (
    <Award
      id={awardId}
      childId={studentId}
      name={data?.firstName}
      awards={data?.awards}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

type AwardProps = {
  id: string
  /** Id of the child on a parent's page, or null on the student's own page. */
  childId: string | null
  name: string | undefined
  awards: readonly FamilyAward[] | undefined
  error: Error | null
  onRetry: () => void
}

function Award(props: AwardProps) {
  return (
    <div className={`${style.page} grid column gap-4 pad-4`}>
      <nav className={`${style.bar} cluster middle gap-3`} aria-label={t('Award')}>
        <Link
          to={homeLink(props.childId ? asParent(props.childId) : asStudent)}
          className={`${style.back} inline-row middle gap-2 quiet bold target no-underline`}
        >
          <ArrowLeft aria-hidden /> {props.childId ? t('Back') : t('Home')}
        </Link>
      </nav>
      <AwardContent {...props} />
    </div>
  )
}

function AwardContent({ id, name, childId, awards, error, onRetry }: AwardProps) {
  const award = awards?.find(({ _id }) => _id === id)
  useTitle(award ? t(award.type) : null)
  if (award && name) return <Certificate name={name} center={award.center} award={award} />
  if (error)
    return (
      <ErrorState
        page
        title={t('This award couldn’t be loaded.')}
        message={sentenceFor(error)}
        onRetry={onRetry}
      />
    )
  if (awards && name)
    return (
      <EmptyState title={t('Award not found')}>
        {childId
          ? t('{name}’s awards are on {name}’s page.', { name })
          : t('Your awards are on your home page.')}
      </EmptyState>
    )
  return <Skeleton label={t('Loading the award')} lines={5} />
}
