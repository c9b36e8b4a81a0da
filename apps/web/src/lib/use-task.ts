import { useLayoutEffect, useRef, useState } from 'react';

export type TaskOptions<Result, Failure, Input> = {
  run: (input: Input) => Promise<Result>;
  /** The task is under way until this is done. */
  onSuccess?: (result: Result, input: Input) => void | Promise<void>;
  onError?: (error: Failure, input: Input) => void;
};

type State<Result, Failure> = { isPending: boolean; data?: Result; error: Failure | null };

const IDLE = { isPending: false, error: null };

/**
 * Something that is done on demand, and how it stands. What to do afterwards is done even when the component has gone.
 * Without a connection it fails at once, for the person to decide, and never waits to be done behind their back.
 */
export function useTask<Result, Failure, Input>(options: TaskOptions<Result, Failure, Input>) {
  const [state, setState] = useState<State<Result, Failure>>(IDLE);
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  /** Only the last start tells how the task stands. */
  const starts = useRef(0);
  const mutateAsync = async (input: Input): Promise<Result> => {
    const start = ++starts.current;
    const show = (next: State<Result, Failure>) => {
      if (start === starts.current) setState(next);
    };
    setState({ isPending: true, error: null });
    try {
      const data = await latest.current.run(input);
      await latest.current.onSuccess?.(data, input);
      show({ isPending: false, data, error: null });
      return data;
    } catch (error) {
      latest.current.onError?.(error as Failure, input);
      show({ isPending: false, error: error as Failure });
      throw error;
    }
  };
  return {
    ...state,
    mutateAsync,
    mutate: (input: Input) => void mutateAsync(input).catch(() => undefined),
    reset: () => {
      starts.current += 1;
      setState(IDLE);
    },
  };
}
