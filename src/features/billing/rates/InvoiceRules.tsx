import { t } from '#shared/language.ts'
import { BulletList } from '#ui/BulletList.tsx'

/** Short explanation of how invoices are calculated (product §11). */
export const InvoiceRules = () => (
  <details className="card pad-4">
    <summary className="target bold">{t('How invoices are calculated')}</summary>
    <BulletList
      lines={[
        t(
          'A rate for a class takes precedence over the rate for its subject. If a rate changes, each class is charged at the rate in effect on its date.',
        ),
        t(
          'A class counts on each day it’s held while the child has a regular place and isn’t on a break. Trials and waitlists are free.',
        ),
        t(
          'Per-class and hourly rates aren’t charged for closed days or canceled classes. A monthly fee stays the same.',
        ),
        t(
          'A monthly fee is charged for each class that a child is enrolled in. A child who starts or leaves mid-month pays for the classes in that part of the month.',
        ),
        t(
          'A missed class is charged, because the seat was kept. The only exception is an absence that the office excused and that earned no make-up credit. A monthly fee never changes because of an absence.',
        ),
        t(
          'A make-up for a missed class is free, because the missed class was charged. A make-up for a canceled class is charged only at per-class or hourly rates. A make-up without a credit is charged like a regular class.',
        ),
        t(
          'The child with the highest charges pays in full. The family’s other children get the sibling discount.',
        ),
        t('Tax is added to each line, after discounts. Each line and its tax are rounded to the cent.'),
        t(
          'A family’s credit is applied to an invoice when the invoice is sent. A family without charges gets no invoice.',
        ),
        t(
          'If a child joins after the family’s invoice was sent, create the month’s drafts again to get an invoice for that child only.',
        ),
      ]}
    />
  </details>
)
