import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { oneAnswer } from '#features/grading/answers/api.ts'
import { givenWork, giving, type StaffQuestion } from '#features/practice/giving/api.ts'
import type { Spot } from '#features/practice/looking/rules.ts'
import { spotRead } from '#features/practice/looking/use-spot.ts'
import { plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { useSend } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { snack } from '#web/snack.tsx'
import style from './Classroom.module.css'

/** What was typed and not sent stays while the device goes back to its chooser. */
const drafts = new Map<string, string>()

/** A field for what is to be said of a question's last answer; nothing while there is none. */
export function AnswerComment({ spot }: { spot: Spot }) {
  const { studentId = '' } = useParams({ strict: false })
  const { data } = useQuery(spotRead(studentId, spot))
  useLive(`student:${studentId}`, ['answer', 'work'], [givenWork[spot.kind].question, giving.sectionQuestion])
  const [last] = data?.history ?? []
  return last ? <CommentForm key={last._id} studentId={studentId} answer={last} kind={spot.kind} /> : null
}

type CommentFormProps = { studentId: string; answer: StaffQuestion['history'][number]; kind: Spot['kind'] }

function CommentForm({ studentId, answer, kind }: CommentFormProps) {
  const queries = useQueryClient()
  const kept = plain(answer.comment ?? '')
  const [text, setText] = useState(drafts.get(answer._id) ?? kept)
  const put = (next: string) => {
    drafts.set(answer._id, next)
    setText(next)
  }
  const send = useSend(oneAnswer.comment, {
    onSuccess: () => {
      drafts.delete(answer._id)
      snack(text.trim() === '' ? 'The comment is taken away.' : 'The comment is sent.')
      for (const { path } of [givenWork[kind].question, giving.sectionQuestion]) void queries.invalidateQueries({ queryKey: [path] })
    },
  })
  return (
    <form
      className={style.comment}
      onSubmit={(event) => {
        event.preventDefault()
        if (!send.isPending && text.trim() !== kept) send.mutate({ id: studentId, answerId: answer._id, text: text.trim() })
      }}
    >
      <Field
        label="Comment on the last answer"
        required={false}
        hint={kind === 'homework' ? 'The student sees it at once.' : 'The student sees it when the work is returned.'}
      >
        {(wiring) => <textarea {...wiring} rows={3} maxLength={1000} value={text} onChange={({ target }) => put(target.value)} />}
      </Field>
      <Button
        kind="primary"
        type="submit"
        icon={<MessageSquareText aria-hidden />}
        busy={send.isPending}
        reason={text.trim() === kept ? 'Write something first.' : null}
      >
        {kept === '' ? 'Send' : 'Change'}
      </Button>
    </form>
  )
}
