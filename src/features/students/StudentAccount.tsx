import { useState } from 'react'
import { people } from '#features/accounts/people/api.ts'
import type { OutputOf } from '#shared/contract.ts'
import { t } from '#shared/language.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { copyText } from '#web/copy-text.ts'
import { toast } from '#web/toast.tsx'
import type { StudentProfile } from './api.ts'
import { Part } from './Part.tsx'
import { accountWords } from './rules.ts'
import { useStudentChange } from './use-student-change.ts'
import style from './Students.module.css'

type StudentAccountProps = { centerId: string; studentId: string; account: StudentProfile['account'] }
type Invitation = OutputOf<typeof people.inviteStudent>

/**
 * State of a student's account, with the sign-in name and a button that creates an invitation or a password
 * reset link. If the student has no email address, staff hand over the link; otherwise, it is emailed
 * (product §2).
 */
export function StudentAccount({
  centerId,
  studentId,
  account: { state, email, userName },
}: StudentAccountProps) {
  const [made, setMade] = useState<Invitation | null>(null)
  const changed = useStudentChange()
  const invite = useSend(people.inviteStudent, {
    onSuccess: (invitation) => {
      void changed()
      if (invitation.link) setMade(invitation)
      else toast(t('Invitation created for {email}.', { email: invitation.email }))
    },
  })
  const name = email ?? userName
  return (
    <Part
      title={t('Account')}
      action={
        state !== 'closed' &&
        !(state === 'active' && email) && (
          <Button kind="quiet" busy={invite.isPending} onClick={() => invite.mutate({ centerId, studentId })}>
            {state === 'none'
              ? t('Invite')
              : t(state === 'invited' ? 'Invite again' : 'Create password reset link')}
          </Button>
        )
      }
    >
      <p className={style.words}>
        {t(accountWords[state])}
        {name
          ? t(', logs in as {name}', { name })
          : t('. An invitation gives the student a user name and a link to choose a password.')}
        {state === 'active' &&
          email &&
          t('. If they forget their password, they can reset it on the login page.')}
      </p>
      {made?.link && <LinkDialog {...made} link={made.link} onClose={() => setMade(null)} />}
    </Part>
  )
}

type LinkDialogProps = Pick<Invitation, 'userName' | 'purpose'> & { link: string; onClose: () => void }

function LinkDialog({ userName, purpose, link, onClose }: LinkDialogProps) {
  return (
    <Dialog
      open
      title={t('Give this to the student')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Done')}</Button>
          <Button kind="primary" onClick={() => void copyText(link, t('Link'))}>
            {t('Copy link')}
          </Button>
        </>
      }
    >
      <p>
        <Sentence
          text={
            purpose === 'setup'
              ? 'User name: {userName}. The student chooses a password with this link. It works once, within seven days, and won’t be shown again.'
              : 'User name: {userName}. The student chooses a password with this link. It works once, within half an hour, and won’t be shown again.'
          }
          userName={<strong>{userName}</strong>}
        />
        {purpose === 'recovery' && t(' The parents get an email about it.')}
      </p>
      <TextField
        label={t('Link')}
        value={link}
        onChange={() => {}}
        readOnly
        onFocus={({ target }) => target.select()}
      />
    </Dialog>
  )
}
