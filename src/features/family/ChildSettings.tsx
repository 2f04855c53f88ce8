import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { Animals } from '#features/accounts/AvatarDialog.tsx'
import { avatarLabel } from '#shared/avatars.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { family, type ChildRecord } from './api.ts'
import style from './Family.module.css'

/**
 * Settings a parent can change for a child: the avatar, and whether they get the center's mail about the
 * child.
 */
export function ChildSettings({ child }: { child: ChildRecord }) {
  const [choosing, setChoosing] = useState(false)
  const name = child.firstName
  const change = useChildChange(({ mails }) =>
    toast(
      mails ? `You’ll get the center’s mail about ${name}.` : `You won’t get mail about ${name} anymore.`,
    ),
  )
  return (
    <section className={`${style.panel} grid column gap-4 pad-5 surface ink`} aria-labelledby="settings">
      <h2 id="settings">Picture and mail</h2>
      <Button onClick={() => setChoosing(true)}>Change picture</Button>
      <label className={`${style.wish} row top gap-3 target`}>
        <input
          type="checkbox"
          // Show the new choice until the child is reloaded.
          checked={change.isPending ? change.variables.mails : child.settings.mails}
          disabled={change.isPending}
          onChange={({ target }) => change.mutate({ id: child._id, mails: target.checked })}
        />
        <span>
          Send me mail about {name}
          <small>
            News from the center and canceled classes. You’ll always get mail about your own account.
          </small>
        </span>
      </label>
      <Link to="/parent" hash="email-settings" className="inline-row middle target">
        All email settings
      </Link>
      {choosing && <PictureDialog child={child} onClose={() => setChoosing(false)} />}
    </section>
  )
}

type Settings = Pick<ChildRecord, 'avatar'> & Pick<ChildRecord['settings'], 'mails'>

function useChildChange(onSaved: (after: Settings) => void) {
  const queries = useQueryClient()
  return useSend(family.changeChild, {
    onSuccess: async (after) => {
      await Promise.all(
        [family.child, family.children].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })),
      )
      onSaved(after)
    },
  })
}

function PictureDialog({ child, onClose }: { child: ChildRecord; onClose: () => void }) {
  const formId = useId()
  const [avatar, setAvatar] = useState(child.avatar)
  const change = useChildChange(() => {
    toast('Picture saved.')
    onClose()
  })
  return (
    <Dialog
      open
      title={`Choose an animal for ${child.firstName}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} busy={change.isPending}>
            Use the {avatarLabel(avatar).toLowerCase()}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        onSubmit={() => {
          change.mutate({ id: child._id, avatar })
        }}
      >
        <Animals chosen={avatar} onChoose={setAvatar} />
      </Form>
    </Dialog>
  )
}
