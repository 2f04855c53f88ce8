import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, CalendarClock } from 'lucide-react'
import { t } from '#shared/language.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { useTitle } from '#web/title.ts'
import style from '../Family.module.css'
import { CreditLine } from '../RecordLines.tsx'
import { type ChildCredit, makeups } from './api.ts'
import { MakeUpActions } from './MakeUpActions.tsx'
import { toBookInWords } from './makeup-words.ts'

/** Page `/parent/makeups`, where a parent books, moves and cancels the make-ups of all children. */
export function MakeUpsPage() {
  const { data, error, isFetching, refetch } = useQuery(read(makeups.list, {}))
  useTitle(t('Make-ups'))
  const children = [...Map.groupBy(data ?? [], ({ childId }) => childId).values()]
  const words = data && toBookInWords(data)
  return (
    <Page width="medium" centered padded>
      <Link to="/parent" className={`${style.back} inline-row middle gap-2 quiet bold target no-underline`}>
        <ArrowLeft aria-hidden /> {t('Dashboard')}
      </Link>
      <h1>{t('Make-ups')}</h1>
      {!data && (
        <QueryState query={{ error, isFetching, refetch }} of={t('the make-ups')} lines={3} height="5rem" />
      )}
      {data?.length === 0 && (
        <EmptyState icon={<CalendarClock aria-hidden />} title={t('No make-ups to book')}>
          {t('Make-ups for missed classes will appear here.')}
        </EmptyState>
      )}
      {words && <p>{words}</p>}
      {children.map((credits) => (
        <ChildMakeUps key={credits[0]?.childId} credits={credits} />
      ))}
    </Page>
  )
}

function ChildMakeUps({ credits }: { credits: readonly ChildCredit[] }) {
  const { childId = '', firstName = '' } = credits[0] ?? {}
  useLive(`student:${childId}`, ['schedule', 'attendance'], [makeups.list])
  return (
    <section
      className={`${style.panel} grid column gap-4 pad-5 surface ink`}
      aria-labelledby={`makeups-${childId}`}
    >
      <h2 id={`makeups-${childId}`}>{firstName}</h2>
      <ul className={style.lines}>
        {credits.map((credit) => (
          <li key={credit._id} className={`${style.makeup} cluster middle apart gap-2`}>
            <CreditLine credit={credit} />
            <MakeUpActions credit={credit} childId={childId} name={firstName} />
          </li>
        ))}
      </ul>
    </section>
  )
}
