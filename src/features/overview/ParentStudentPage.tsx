import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { StudentRecord } from './StudentRecord.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Page } from '#ui/Page.tsx'
import { read } from '#web/api.ts'
import { parents, type ParentRecord } from '#features/students/parents/api.ts'
import style from '#features/students/parents/Parents.module.css'

const page = getRouteApi('/staff/centers/$centerId/parents/$parentId/students/$studentId')

/**
 * Page `/centers/{centerId}/parents/{parentId}/students/{studentId}`: a child's whole record, with links to
 * the parent and the siblings.
 */
export function ParentStudentPage() {
  const { centerId, parentId, studentId } = page.useParams()
  const { data, error, isFetching, refetch } = useQuery(read(parents.one, { centerId, parentId }))
  if (!data)
    return (
      <QueryState
        query={{ error, isFetching, refetch }}
        of={t('this parent')}
        lines={8}
        height="2.5rem"
        page
      />
    )
  const isTheirs = data.children.some((child) => child.studentId === studentId)
  return (
    <Page>
      <Family centerId={centerId} parent={data} />
      {isTheirs ? (
        <StudentRecord centerId={centerId} studentId={studentId} />
      ) : (
        <ErrorState
          page
          title={t('This student couldn’t be loaded.')}
          message={t('This link doesn’t lead to one of this parent’s children at this center.')}
        />
      )}
    </Page>
  )
}

/** The parent, with tabs for the children if there are several. */
function Family({ centerId, parent }: { centerId: string; parent: ParentRecord }) {
  const { _id: parentId, children } = parent
  const name = fullName(parent)
  return (
    <div className={`${style.family} cluster middle`}>
      <Link
        to="/centers/$centerId/parents/$parentId"
        params={{ centerId, parentId }}
        className={`${style.back} inline-row middle gap-2 quiet target no-underline`}
      >
        <ArrowLeft size={16} aria-hidden /> {name}
      </Link>
      {children.length > 1 && (
        <nav className={`${style.tabs} cluster gap-1`} aria-label={t('{name}’s children', { name })}>
          {children.map(({ studentId, firstName }) => (
            <Link
              key={studentId}
              to="/centers/$centerId/parents/$parentId/students/$studentId"
              params={{ centerId, parentId, studentId }}
              activeProps={{ 'aria-current': 'page' }}
            >
              {firstName}
            </Link>
          ))}
        </nav>
      )}
    </div>
  )
}
