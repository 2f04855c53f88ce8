import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#shared/language.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { parents, type LinkedChild, type ParentRecord } from './api.ts'
import { useParentChange } from './use-parent-change.ts'

type EndLinkDialogProps = { centerId: string; parent: ParentRecord; child: LinkedChild; onClose: () => void }

/**
 * Asks for confirmation before ending a parent's link to a child. If that was the parent's last link at the
 * center, opens the child's page afterward.
 */
export function EndLinkDialog({ centerId, parent, child, onClose }: EndLinkDialogProps) {
  const changed = useParentChange()
  const navigate = useNavigate()
  const [error, setError] = useState<Error | null>(null)
  const { studentId } = child
  const names = { parent: parent.firstName, child: child.firstName }
  const end = useSend(parents.endLink, {
    onSuccess: async () => {
      toast(t('{parent} is no longer linked to {child}.', { parent: names.parent, child: names.child }))
      onClose()
      if (parent.children.length === 1)
        await navigate({ to: '/centers/$centerId/students/$studentId', params: { centerId, studentId } })
      await changed()
    },
    onError: setError,
  })
  return (
    <ConfirmDialog
      title={t('Unlink {parent} from {child}?', { parent: names.parent, child: names.child })}
      action={t('Unlink')}
      busy={end.isPending}
      error={error}
      onConfirm={() => end.mutate({ centerId, parentId: parent._id, studentId })}
      onClose={onClose}
    >
      {t(
        '{parent} can no longer see {child}, get messages or pick {child2} up. Other children stay linked. To link them again, use the same email address.',
        { parent: names.parent, child: names.child, child2: names.child },
      )}
    </ConfirmDialog>
  )
}
