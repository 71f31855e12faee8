#!/bin/sh
# Run a script with a Python that is new enough and can make environments.

for python in python3 python3.11 python3.12 python3.13 python3.14; do
    if "$python" -c 'import ensurepip, venv, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
    then
        exec "$python" "$@"
    fi
done
echo "Feutre needs Python 3.11 or newer with venv (Debian, Ubuntu: apt install python3 python3-venv)." >&2
exit 1
