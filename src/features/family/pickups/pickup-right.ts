import { t } from '#shared/language.ts'

/** Explains why a parent can't add people who may pick up the child. */
export const noPickupRight = () =>
  t(
    'The center hasn’t listed you as someone who may pick up this child, so you can’t add anyone. Please contact the center.',
  )
