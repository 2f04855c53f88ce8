import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { subjects } from '#features/centers/subjects.ts'
import { students } from '#features/students/api.ts'
import { useStudentChange } from '#features/students/use-student-change.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { standingInWords } from './AssessmentReport.tsx'
import style from './Report.module.css'
import type { Suggestion } from './report.ts'

type UseLevelProps = { centerId: string; studentId: string; suggestion: Suggestion }

/**
 * Button that assigns the suggested level to the student, after confirmation, or a note if the student is
 * already at that level. Renders nothing if no level is suggested.
 */
export function UseLevel({ centerId, studentId, suggestion }: UseLevelProps) {
  const [isConfirming, setConfirming] = useState(false)
  const { data } = useQuery(read(students.one, { centerId, studentId }))
  if (!data || suggestion.levelId === null) return null
  const { subject, level, chapter } = suggestion
  const now = data.center.programs.find(({ name }) => name === subject)
  const isUsed = now !== undefined && now.level === level && (chapter === null || now.chapter === chapter)
  if (isUsed)
    return (
      <p className={`${style.used} row middle gap-1 bold success-text`}>
        <Check aria-hidden /> {t('{firstName} is already at this level.', { firstName: data.info.firstName })}
      </p>
    )
  return (
    <div className={style.action}>
      <Button kind="primary" onClick={() => setConfirming(true)}>
        {t('Use this level')}
      </Button>
      {isConfirming && (
        <Question
          student={data}
          now={now ?? null}
          suggestion={suggestion}
          where={{ centerId, studentId }}
          onClose={() => setConfirming(false)}
        />
      )}
    </div>
  )
}

type Profile = { version: number; info: { firstName: string }; center: { programs: Program[] } }
type Program = { name: string; level: string; chapter: number | null; test: number | null }

/** Returns the student's programs with the suggested level filled in, as `students.change` expects them. */
const programsWith = (programs: readonly Program[], { subject, level, chapter }: Suggestion) =>
  subjects.flatMap((name) => {
    if (name === subject) return [{ name, level, chapter, test: null }]
    const kept = programs.find((each) => each.name === name)
    return kept ? [{ ...kept, name }] : []
  })

type QuestionProps = {
  student: Profile
  now: Program | null
  suggestion: Suggestion
  where: { centerId: string; studentId: string }
  onClose: () => void
}

function Question({ student, now, suggestion, where, onClose }: QuestionProps) {
  const changed = useStudentChange()
  const subject = t(suggestion.subject)
  const change = useSend(students.change, {
    onSuccess: () => {
      toast(
        t('{firstName} is now in {suggestion}.', {
          firstName: student.info.firstName,
          suggestion: standingInWords(suggestion),
        }),
      )
      onClose()
    },
    // The dialog shows the error instead of a toast.
    onError: () => {},
    onSettled: () => void changed(),
  })
  const use = () => {
    change.mutate({
      ...where,
      programs: programsWith(student.center.programs, suggestion),
      ifMatch: student.version,
    })
  }
  return (
    <Dialog
      open
      title={t('Use {suggestion} for {subject}?', { suggestion: standingInWords(suggestion), subject })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" busy={change.isPending} onClick={use}>
            {t('Use this level')}
          </Button>
        </>
      }
    >
      <p>
        {now
          ? t('{firstName} is currently in {now}.', {
              firstName: student.info.firstName,
              now: standingInWords(now),
            })
          : t('{firstName} has no level in {subject} yet.', { firstName: student.info.firstName, subject })}
      </p>
      {change.error && <p role="alert">{sentenceFor(change.error)}</p>}
    </Dialog>
  )
}
