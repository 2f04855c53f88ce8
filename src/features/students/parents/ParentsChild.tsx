import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { parents } from './api.ts'

/**
 * Layout of the pages about a child's work that are opened from the parent's page. Shows "Page not found" if
 * the student isn't the parent's child.
 */
export function ParentsChild() {
  const { centerId = '', parentId = '', studentId } = useParams({ strict: false })
  const { data, error, isFetching, refetch } = useQuery(read(parents.one, { centerId, parentId }))
  if (data)
    return data.children.some((child) => child.studentId === studentId) ? <Outlet /> : <OtherCenterNote />
  if (!error) return <Skeleton label={t('Loading the parent')} lines={8} height="2.5rem" />
  if (error instanceof Problem && error.status === 404) return <OtherCenterNote />
  return (
    <ErrorState
      page
      title={t('This parent couldn’t be loaded.')}
      message={sentenceFor(error)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

const OtherCenterNote = () => (
  <ErrorState
    page
    title={t('Page not found')}
    message={t('This link doesn’t lead to one of this parent’s children at this center.')}
  />
)
