/** Typed versions of the React Redux hooks. */
import { useDispatch, useSelector } from 'react-redux';
import type { FlowDispatch, FlowState } from '../flows/flow';

export const useAppDispatch = useDispatch.withTypes<FlowDispatch>();
export const useAppSelector = useSelector.withTypes<FlowState>();
