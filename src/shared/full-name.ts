/** Returns the first and last name of a person. The last name may be empty. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()
