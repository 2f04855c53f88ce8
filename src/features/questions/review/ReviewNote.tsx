import { MessageSquareReply } from 'lucide-react'
import { t } from '#shared/language.ts'

/** Note with the changes that a reviewer asked the author for, if any. */
export const ReviewNote = ({ note }: { note: string }) =>
  note !== '' && (
    <p className="row top gap-2 pad-2-3 warn-ground rounded breakable">
      <MessageSquareReply size={16} aria-hidden />
      <span>
        <strong>{t('Sent back:')}</strong> {note}
      </span>
    </p>
  )
