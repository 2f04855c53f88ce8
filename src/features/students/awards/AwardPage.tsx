import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { usePrintNote } from '../access/use-print-note.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { read } from '#web/api.ts'
import { useTitle } from '#web/title.ts'
import { students } from '../api.ts'
import { Certificate } from './Certificate.tsx'
import style from './AwardPage.module.css'

const page = getRouteApi('/staff/centers/$centerId/students/$studentId/awards/$awardId')

/** Printable page of a student's award. */
export function AwardPage() {
  const { centerId, studentId, awardId } = page.useParams()
  const { data, error, isFetching, refetch } = useQuery(read(students.one, { centerId, studentId }))
  const award = data?.awards.find(({ _id }) => _id === awardId)
  const name = data && fullName(data.info)
  usePrintNote(centerId, [studentId])
  useTitle(award && name ? t('{type} for {name}', { type: t(award.type), name }) : null)
  return (
    <>
      <Link
        to="/centers/$centerId/students/$studentId"
        params={{ centerId, studentId }}
        className={`${style.back} inline-row middle gap-2`}
      >
        <ArrowLeft aria-hidden size={18} /> {name ?? t('Student')}
      </Link>
      {award && name ? (
        <Certificate name={name} center={centerId} award={award} />
      ) : data ? (
        <EmptyState title={t('Award not found')}>{t('This student doesn’t have this award.')}</EmptyState>
      ) : (
        <QueryState
          query={{ error, isFetching, refetch }}
          of={t('this award')}
          lines={6}
          height="3rem"
          page
        />
      )}
    </>
  )
}
