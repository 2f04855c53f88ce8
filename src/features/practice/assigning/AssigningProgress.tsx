import { fullName } from '#shared/full-name.ts'
import { t, translateSentence } from '#shared/language.ts'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import style from './Assigning.module.css'
import type { Progress, Refusal } from './use-assigning.ts'

/** Progress of assigning work to several students, and the reasons why some didn't get it. */
export const AssigningProgress = ({ progress }: { progress: Progress | null }) =>
  progress && (
    <>
      {progress.of > 1 && <ProgressBar label={t('Assigned')} done={progress.done} of={progress.of} />}
      <Refusals refusals={progress.refusals} />
    </>
  )

function Refusals({ refusals }: { refusals: readonly Refusal[] }) {
  if (refusals.length === 0) return null
  return (
    <ul className={`${style.refusals} bullets error-text rounded`} role="alert">
      {refusals.map(({ student, message }) => (
        <li key={student._id}>
          <strong>{fullName(student)}</strong>: {translateSentence(message)}
        </li>
      ))}
    </ul>
  )
}
