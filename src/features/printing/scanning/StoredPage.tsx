import { useQuery } from '@tanstack/react-query'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { fileAddress, read } from '#web/api.ts'
import { worksheets } from '../worksheets/api.ts'
import style from './Scanning.module.css'

/** A stored page: its student and work, and its picture once it has been photographed. */
export function StoredPage({ centerId, pageId }: { centerId: string; pageId: string }) {
  const query = useQuery(read(worksheets.page, { centerId, pageId }))
  if (!query.data) return <QueryState query={query} of={t('the page')} lines={8} height="3rem" />
  const { firstName, lastName, name, num, of, scannedAt } = query.data
  const student = fullName({ firstName, lastName })
  return (
    <article className="card grid gap-3 pad-4 shrinks" aria-labelledby="stored-page">
      <header>
        <h2 id="stored-page">{student}</h2>
        <p className="quiet">{t('{name}, page {num} of {of}', { name, num, of })}</p>
      </header>
      {scannedAt === null ? (
        <EmptyState title={t('No photo yet')}>
          {t('Take a photo of this page once it’s filled in.')}
        </EmptyState>
      ) : (
        <img
          className={style.strip}
          src={fileAddress(worksheets.picture, { centerId, pageId })}
          alt={t('Page {num} as {student} filled it in', { num, student })}
        />
      )}
    </article>
  )
}
