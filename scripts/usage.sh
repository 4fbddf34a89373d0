# Read by every script in bash before it changes the folder: answers --help, and tells what is wrong with arguments, from the comment at
# the head of the script: . "$(dirname "$0")/usage.sh"

usage_script=$(realpath "$0")
usage_name=${usage_script#"$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")/"}

usage_comment() { sed -n '1d; /^#/!q; s/^# \{0,1\}//p' "$usage_script"; }

# Ends with 64, after one line on what is wrong and one on how it is used: wrong TEXT
wrong() {
  printf '%s: %s\nusage: %s\n' "$usage_name" "$1" "$(usage_comment | sed -n "s|.*\($usage_name.*\)|\1|p" | head -n 1)" >&2
  exit 64
}

# Refuses options, fewer words than LEAST, and more than MOST; where MOST is `any`, what follows the first LEAST may be anything:
# only LEAST MOST WORD...
only() {
  local least=$1 most=$2 word number=0
  shift 2
  for word in "$@"; do
    number=$((number + 1))
    if [ "$most" = any ] && [ $number -gt "$least" ]; then break; fi
    [[ $word != -?* ]] || wrong "there is no option '$word'"
  done
  if [ "$most" != any ] && [ $# -gt "$most" ]; then wrong "'${*:most+1:1}' is one argument too many"; fi
  [ $# -ge "$least" ] || wrong "an argument is missing"
}

case ${1-} in
  --help | -h)
    usage_comment
    exit
    ;;
esac
