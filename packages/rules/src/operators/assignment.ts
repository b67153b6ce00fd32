/** An assignment ends this long after the operator's last action on the review, so that a forgotten one blocks nothing. */
export const assignmentMinutes = 15
