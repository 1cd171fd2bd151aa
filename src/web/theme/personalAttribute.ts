/** On what says who the person is: a finished page keeps its place and leaves it out. */
export const PERSONAL_ATTRIBUTE = 'data-personal';
