import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Animals } from '#features/accounts/AvatarDialog.tsx'
import { avatarLabel } from '#shared/avatars.ts'
import { plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { family, type ChildRecord } from './api.ts'
import style from './Family.module.css'

/** What a parent may change of a child: the picture, and whether the center's mail about the child comes to them. */
export function ChildSettings({ child }: { child: ChildRecord }) {
  const [choosing, setChoosing] = useState(false)
  const name = plain(child.firstName)
  const change = useChildChange(({ mails }) =>
    toast(mails ? `You get the center’s mail about ${name}.` : `You get no more mail about ${name}.`),
  )
  return (
    <section className={style.panel} aria-labelledby="settings">
      <h2 id="settings">Picture and mail</h2>
      <Button onClick={() => setChoosing(true)}>Change picture</Button>
      <label className={style.wish}>
        <input
          type="checkbox"
          // What was just chosen, until the child is read again.
          checked={change.isPending ? change.variables.mails : child.settings.mails}
          disabled={change.isPending}
          onChange={({ target }) => change.mutate({ id: child._id, mails: target.checked })}
        />
        <span>
          Mail about {name} to me
          <small>News of the center and canceled classes. Mail about your own account always comes.</small>
        </span>
      </label>
      {choosing && <PictureDialog child={child} onClose={() => setChoosing(false)} />}
    </section>
  )
}

type Settings = Pick<ChildRecord, 'avatar'> & Pick<ChildRecord['settings'], 'mails'>

function useChildChange(onSaved: (after: Settings) => void) {
  const queries = useQueryClient()
  return useSend(family.changeChild, {
    onSuccess: async (after) => {
      await Promise.all([family.child, family.children].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
      onSaved(after)
    },
  })
}

function PictureDialog({ child, onClose }: { child: ChildRecord; onClose: () => void }) {
  const formId = useId()
  const [avatar, setAvatar] = useState(child.avatar)
  const change = useChildChange(() => {
    toast('The new picture is saved.')
    onClose()
  })
  return (
    <Dialog
      open
      title={`Choose an animal for ${plain(child.firstName)}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} busy={change.isPending}>
            Take the {avatarLabel(avatar).toLowerCase()}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate({ id: child._id, avatar })
        }}
      >
        <Animals chosen={avatar} onChoose={setAvatar} />
      </form>
    </Dialog>
  )
}
