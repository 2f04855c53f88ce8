import { CircleAlert } from 'lucide-react'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import type { CheckedRow } from './api.ts'
import { fieldWord } from './columns.ts'
import { changesOf, errorWords, whyWords } from './plan.ts'
import style from './Import.module.css'

/** Results of a dry run for a row: its errors, likely matches with reasons, and the changes it would make. */
export function RowFindings({ row }: { row: CheckedRow }) {
  const { errors, candidates, sameAs, family, existsElsewhere, student, studentId } = row
  const target = candidates.find((each) => each.studentId === studentId)
  const relatives = family ? [...family.names, ...family.rows.map((line) => t('line {line}', { line }))] : []
  return (
    <ul className="stack gap-1">
      {errors.map((error) => (
        <li
          key={`${error.column} ${error.message}`}
          className={`${style.error} error-text inline-row middle gap-2`}
        >
          <CircleAlert aria-hidden /> {errorWords(error)}
        </li>
      ))}
      {sameAs.map((twin) => (
        <li key={twin.row}>
          {twin.match === 'exact'
            ? t('Same as the student on line {row}.', { row: twin.row })
            : t('Possibly the student on line {row}.', { row: twin.row })}
        </li>
      ))}
      {candidates.map(({ studentId: id, now, match, why }) => (
        <li key={id}>
          {t(match === 'exact' ? 'Same as' : 'Maybe')}{' '}
          {t('{name}, {studentNum}: same {why}.', {
            name: fullName(now),
            studentNum: now.studentNum,
            why: why.map((each) => t(whyWords[each])).join(', '),
          })}
        </li>
      ))}
      {target &&
        changesOf(student, target.now).map(({ field, before, after }) => (
          <li key={field}>
            {t(fieldWord(field))}: {before || t('empty')} → <strong>{after}</strong>
          </li>
        ))}
      {relatives.length > 0 && (
        <li className="quiet">{t('Same family as {relatives}.', { relatives: relatives.join(', ') })}</li>
      )}
      {existsElsewhere && <li className="quiet">{t('A similar student is at another center.')}</li>}
    </ul>
  )
}
