import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Versions } from '#ui/Versions.tsx'
import type { AnswerToGrade } from './api.ts'
import style from './Grading.module.css'
import { gradeWords, type Quarter, quarterWords } from './rules.ts'
import type { Conflict } from './use-grading.ts'

export type GradeConflictProps = {
  conflict: Conflict
  busy: boolean
  onGive: (
    answers: readonly Pick<AnswerToGrade, '_id' | 'version'>[],
    grade: Quarter,
    comment: string | undefined,
  ) => void
  onLeave: () => void
}

const worded = (grade: string, comment: string | null | undefined) =>
  comment ? `${grade}: ${comment}` : grade

/** Warns that a colleague graded first, and lets the user choose between both versions (reliability F11). */
export function GradeConflict({
  conflict: { now, grade, comment },
  busy,
  onGive,
  onLeave,
}: GradeConflictProps) {
  const differences = now.map((answer) => ({
    label: fullName(answer),
    mine: worded(quarterWords[grade], comment ?? answer.comment),
    stored: worded(
      `${gradeWords(answer.grade)}${answer.gradedBy ? t(' by {gradedBy}', { gradedBy: answer.gradedBy }) : ''}`,
      answer.comment,
    ),
  }))
  return (
    <section
      className={`${style.clash} card pad-4 stack gap-3`}
      role="alert"
      aria-label={t('Already graded by a colleague')}
    >
      <p>{t('A colleague has changed this in the meantime. Your changes aren’t saved yet.')}</p>
      <Versions differences={differences} />
      <div className="cluster gap-2">
        <Button onClick={onLeave}>{t('Keep your colleague’s grade')}</Button>
        <Button kind="primary" busy={busy} onClick={() => onGive(now, grade, comment)}>
          {t('Give {quarterWord} anyway', { quarterWord: quarterWords[grade] })}
        </Button>
      </div>
    </section>
  )
}
