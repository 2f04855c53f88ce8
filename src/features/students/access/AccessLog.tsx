import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import style from '#features/history/History.module.css'
import { dateInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { read } from '#web/api.ts'
import { accessLog, type AccessEntry } from './api.ts'

type StudentRef = { centerId: string; studentId: string }

const words: Record<AccessEntry['how'], string> = {
  read: 'read the record',
  list: 'exported a list that includes the student',
  record: 'exported the full record',
  mail: 'emailed many families, including this one',
  print: 'printed a page about the student',
}

/** Access log of a child's record. It is collapsed at first, and loaded only when opened. */
export function AccessLog(props: StudentRef) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={style.history} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{t('Who has seen the record')}</summary>
      {isOpen && <Lines {...props} />}
    </details>
  )
}

function Lines(props: StudentRef) {
  const { data, error, isFetching, refetch } = useQuery({ ...read(accessLog.of, props), staleTime: 0 })
  if (!data)
    return (
      <QueryState query={{ error, isFetching, refetch }} of={t('the access log')} lines={3} height="1.5rem" />
    )
  if (data.length === 0) return <p className="quiet">{t('Nobody has seen this record yet.')}</p>
  return (
    <ol className={`${style.list} grid gap-3 breakable`} aria-label={t('Who has seen the record')}>
      {data.map(({ on, by, how }) => (
        <li key={`${on} ${by} ${how}`}>
          {by} {t(words[how])} <small data-figures>{dateInWords(on)}</small>
        </li>
      ))}
    </ol>
  )
}
