import { useQuery } from '@tanstack/react-query'
import { t } from '#shared/language.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { attendanceHistory } from './api.ts'
import style from './History.module.css'
import { correctionInWords } from './history-weeks.ts'

/** Describes the earlier changes to an attendance mark in words, latest first. */
export function Corrections({ centerId, id }: { centerId: string; id: string }) {
  const { moment } = useClock()
  const { data, error } = useQuery(read(attendanceHistory.corrections, { centerId, id }))
  if (error && !data) return <p className="quiet">{t('The history can’t be loaded right now.')}</p>
  if (!data) return <Skeleton label={t('Loading history')} lines={2} height="1.5rem" />
  const corrections = data
    .map((each) => ({ ...each, words: correctionInWords(each.before, each.after) }))
    .filter(({ words }) => words.length > 0)
  return (
    <section className={style.corrections} aria-labelledby="corrections">
      <h3 id="corrections">{t('History')}</h3>
      {corrections.length === 0 ? (
        <p className="quiet">{t('No history was recorded for this mark.')}</p>
      ) : (
        <ol>
          {corrections.map(({ id: key, words, by, at }) => (
            <li key={key}>
              {words.join('. ')}
              <small data-figures>
                {by}, {moment(at)}
              </small>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
