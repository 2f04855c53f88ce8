import { plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Versions } from '#ui/Versions.tsx'
import type { ToGrade } from './api.ts'
import style from './Grading.module.css'
import { gradeWords, nameOf, type Quarter, quarterWords } from './rules.ts'
import type { Conflict } from './use-grading.ts'

type ClashProps = {
  conflict: Conflict
  busy: boolean
  onGive: (answers: readonly Pick<ToGrade, '_id' | 'version'>[], grade: Quarter, comment: string | undefined) => void
  onLeave: () => void
}

const worded = (grade: string, comment: string | null | undefined) => (comment ? `${grade}: ${plain(comment)}` : grade)

/** A colleague was first: both versions, and which of them is to be (reliability F11). */
export function Clash({ conflict: { now, grade, comment }, busy, onGive, onLeave }: ClashProps) {
  const differences = now.map((answer) => ({
    label: nameOf(answer),
    mine: worded(quarterWords[grade], comment ?? answer.comment),
    stored: worded(`${gradeWords(answer.grade)}${answer.gradedBy ? ` by ${plain(answer.gradedBy)}` : ''}`, answer.comment),
  }))
  return (
    <section className={style.clash} role="alert" aria-label="Graded by a colleague meanwhile">
      <p>A colleague has changed this meanwhile. Nothing of yours is stored yet.</p>
      <Versions differences={differences} />
      <div className={style.actions}>
        <Button onClick={onLeave}>Leave what is stored</Button>
        <Button kind="primary" busy={busy} onClick={() => onGive(now, grade, comment)}>
          Give {quarterWords[grade]} all the same
        </Button>
      </div>
    </section>
  )
}
