import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import style from './StatusText.module.css'

const colors = {
  success: 'success-text',
  info: 'info-text',
  warn: 'warn-text',
  error: 'error-text',
  secondary: 'quiet',
}

type StatusTextProps = { icon: LucideIcon; color: keyof typeof colors; children: ReactNode }

/** A status in words, with an icon in the same color. */
export const StatusText = ({ icon: Icon, color, children }: StatusTextProps) => (
  <span className={`${style.status} ${colors[color]} inline-row top gap-2`} data-figures>
    <Icon aria-hidden />
    {children}
  </span>
)
